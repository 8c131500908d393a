import type { RecordedRequest } from './openapi/examples.ts';

/** A request in one language, as a reader can copy it. */
export interface Sample {
  /** Of a fenced block. */
  language: 'bash' | 'js' | 'python';
  name: 'curl' | 'JavaScript' | 'Python';
  code: string;
}

const keyVariable = 'KEY';

/** The same request in curl, JavaScript (Node.js 20 or a browser) and Python (its standard library). A credential is read from `KEY`. */
export function writeSamples(request: RecordedRequest, baseUrl: string): Sample[] {
  const about = { ...request, url: baseUrl + request.target, isKeyed: 'authorization' in request.headers };
  return [
    { language: 'bash', name: 'curl', code: writeCurl(about) },
    { language: 'js', name: 'JavaScript', code: writeJavaScript(about) },
    { language: 'python', name: 'Python', code: writePython(about) },
  ];
}

type About = RecordedRequest & { url: string; isKeyed: boolean };

/** Names as documentation writes them: `Content-Type`. */
function headersOf({ headers, body }: About): [name: string, value: string][] {
  const named = { ...headers, ...(body && 'json' in body && { 'content-type': 'application/json' }) };
  return Object.entries(named).map(([name, value]) => [
    name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase()),
    value,
  ]);
}

function writeCurl(about: About): string {
  const { method, url, body } = about;
  const isPlain = method === 'GET' || (method === 'POST' && body !== undefined);
  const lines = [`curl -s ${isPlain ? '' : `-X ${method} `}${quote(url)}`];
  for (const [name, value] of headersOf(about)) {
    lines.push(
      name === 'Authorization' ? `-H "Authorization: Bearer $${keyVariable}"` : `-H ${quote(`${name}: ${value}`)}`,
    );
  }
  if (body && 'json' in body) lines.push(`-d ${quote(JSON.stringify(body.json))}`);
  if (body && 'form' in body) {
    for (const [name, value] of Object.entries(body.form)) lines.push(`--data-urlencode ${quote(`${name}=${value}`)}`);
  }
  return lines.join(' \\\n  ');
}

/** One word of a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function writeJavaScript(about: About): string {
  const { method, url, body } = about;
  const headers = headersOf(about).map(
    ([name, value]) =>
      `${name.includes('-') ? `'${name}'` : name}: ${name === 'Authorization' ? `\`Bearer \${process.env.${keyVariable}}\`` : JSON.stringify(value)}`,
  );
  const members = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(headers.length > 0 ? [`headers: { ${headers.join(', ')} }`] : []),
    ...(body && 'json' in body ? [`body: JSON.stringify(${JSON.stringify(body.json)})`] : []),
    ...(body && 'form' in body ? [`body: new URLSearchParams(${JSON.stringify(body.form)})`] : []),
  ];
  const options = members.length > 0 ? `, {\n${members.map((member) => `  ${member},\n`).join('')}}` : '';
  return `const response = await fetch(${JSON.stringify(url)}${options});\nconsole.log(response.status, await response.json());`;
}

function writePython(about: About): string {
  const { method, url, body } = about;
  const headers = headersOf(about).map(
    ([name, value]) =>
      `${JSON.stringify(name)}: ${name === 'Authorization' ? `"Bearer " + os.environ["${keyVariable}"]` : JSON.stringify(value)}`,
  );
  const isForm = body !== undefined && 'form' in body;
  const data =
    body &&
    ('json' in body ? `json.dumps(${toPython(body.json)}).encode()` : `urlencode(${toPython(body.form)}).encode()`);
  const options = [
    ...(method === 'GET' || (method === 'POST' && data) ? [] : [`method="${method}"`]),
    ...(headers.length > 0 ? [`headers={${headers.join(', ')}}`] : []),
    ...(data ? [`data=${data}`] : []),
  ];
  return [
    'import json',
    ...(about.isKeyed ? ['import os'] : []),
    ...(isForm ? ['from urllib.parse import urlencode'] : []),
    'from urllib.request import Request, urlopen',
    '',
    options.length > 0
      ? `request = Request(\n    ${[JSON.stringify(url), ...options].join(',\n    ')},\n)`
      : `request = Request(${JSON.stringify(url)})`,
    'with urlopen(request) as response:',
    '    print(response.status, json.load(response))',
  ].join('\n');
}

/** A JSON value as a literal of Python. */
function toPython(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(toPython).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, member]) => `${JSON.stringify(name)}: ${toPython(member)}`)
    .join(', ')}}`;
}
