import type { RecordedExamples, RecordedRequest } from './openapi/recorded-examples.ts';

/** A request in one language, as a reader can copy it. */
export interface Sample {
  /** Language of a fenced block. */
  language: 'bash' | 'js' | 'python';
  name: 'curl' | 'JavaScript' | 'Python';
  code: string;
}

/** Values that are different for each reader: a sample reads them from environment variables with these names. */
export const readerVariables = ['KEY', 'ACCESS_TOKEN', 'CLIENT_ID', 'CLIENT_SECRET', 'SESSION'] as const;

/** Matches one of them in a recorded request. */
export const readerValue = new RegExp(`\\$(${readerVariables.join('|')})\\b`);

/**
 * Renders the same request in curl, JavaScript (Node.js 20 or a browser) and Python (its standard library).
 * @param recorded.status status of the response that is shown: for an error, Python prints what its client throws
 * @param recorded.body body of that response: without one only the status is printed
 */
export function renderCodeSamples(recorded: RecordedExamples['recorded'][string], baseUrl: string): Sample[] {
  const { request, status, body } = recorded;
  const about = {
    ...request,
    url: baseUrl + request.target,
    isRefused: status >= 400,
    hasBody: body !== undefined,
  };
  return [
    { language: 'bash', name: 'curl', code: writeCurl(about) },
    { language: 'js', name: 'JavaScript', code: writeJavaScript(about) },
    { language: 'python', name: 'Python', code: writePython(about) },
  ];
}

type About = RecordedRequest & { url: string; isRefused: boolean; hasBody: boolean };

/** Names as documentation writes them: `Content-Type`. */
function headersOf({ headers, body }: About): [name: string, value: string][] {
  const named = { ...headers, ...(body && 'json' in body && { 'content-type': 'application/json' }) };
  return Object.entries(named).map(([name, value]) => [
    name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase()),
    name === 'authorization' ? 'Bearer $KEY' : value,
  ]);
}

/** Splits text at the variables in it: `['Bearer ', 'KEY', '']`. */
function splitAtVariables(text: string): string[] {
  return text.split(readerValue);
}

function writeCurl(about: About): string {
  const { method, url, body, hasBody } = about;
  const isPlain = method === 'GET' || (method === 'POST' && body !== undefined);
  const lines = [`curl ${hasBody ? '-s' : '-s -i'} ${isPlain ? '' : `-X ${method} `}${toShell(url)}`];
  for (const [name, value] of headersOf(about)) lines.push(`-H ${toShell(`${name}: ${value}`)}`);
  if (body && 'json' in body) lines.push(`-d ${quoteForShell(JSON.stringify(body.json))}`);
  if (body && 'form' in body) {
    for (const [name, value] of Object.entries(body.form))
      lines.push(`--data-urlencode ${toShell(`${name}=${value}`)}`);
  }
  return lines.join(' \\\n  ');
}

/** One word of a POSIX shell. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function toShell(text: string): string {
  const parts = splitAtVariables(text);
  if (parts.length === 1) return quoteForShell(text);
  return `"${parts.map((part, at) => (at % 2 ? `$${part}` : part.replaceAll(/["$`\\]/g, '\\$&'))).join('')}"`;
}

function writeJavaScript(about: About): string {
  const { method, url, body, hasBody } = about;
  const headers = headersOf(about).map(
    ([name, value]) => `${name.includes('-') ? `'${name}'` : name}: ${toJavaScript(value)}`,
  );
  const form = (fields: Readonly<Record<string, string>>) =>
    Object.entries(fields).map(([name, value]) => `${name}: ${toJavaScript(value)}`);
  const members = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(headers.length > 0 ? [`headers: { ${headers.join(', ')} }`] : []),
    ...(body && 'json' in body ? [`body: JSON.stringify(${JSON.stringify(body.json)})`] : []),
    ...(body && 'form' in body ? [`body: new URLSearchParams({ ${form(body.form).join(', ')} })`] : []),
  ];
  const options = members.length > 0 ? `, {\n${members.map((member) => `  ${member},\n`).join('')}}` : '';
  return `const response = await fetch(${toJavaScript(url)}${options});\nconsole.log(response.status${hasBody ? ', await response.json()' : ''});`;
}

function toJavaScript(text: string): string {
  const parts = splitAtVariables(text);
  if (parts.length === 1) return JSON.stringify(text);
  const [before, name, after] = parts;
  if (parts.length === 3 && before === '' && after === '') return `process.env.${name}`;
  const pieces = parts.map((part, at) => (at % 2 ? `\${process.env.${part}}` : part.replaceAll(/[`$\\]/g, '\\$&')));
  return `\`${pieces.join('')}\``;
}

function writePython(about: About): string {
  const { method, url, body, isRefused, hasBody } = about;
  const headers = headersOf(about).map(([name, value]) => `${JSON.stringify(name)}: ${toPython(value)}`);
  const isForm = body !== undefined && 'form' in body;
  const data =
    body &&
    ('json' in body ? `json.dumps(${toPython(body.json)}).encode()` : `urlencode(${toPython(body.form)}).encode()`);
  const options = [
    ...(method === 'GET' || (method === 'POST' && data) ? [] : [`method="${method}"`]),
    ...(headers.length > 0 ? [`headers={${headers.join(', ')}}`] : []),
    ...(data ? [`data=${data}`] : []),
  ];
  const request =
    options.length > 0
      ? `request = Request(\n    ${[toPython(url), ...options].join(',\n    ')},\n)`
      : `request = Request(${toPython(url)})`;
  const send = [
    'with urlopen(request) as response:',
    `    print(response.status${hasBody ? ', json.load(response)' : ''})`,
  ];
  return [
    ...(hasBody || data?.includes('json.') ? ['import json'] : []),
    ...(request.includes('os.environ[') ? ['import os'] : []),
    ...(isRefused ? ['from urllib.error import HTTPError'] : []),
    ...(isForm ? ['from urllib.parse import urlencode'] : []),
    'from urllib.request import Request, urlopen',
    '',
    request,
    ...(isRefused
      ? [
          'try:',
          ...send.map((line) => `    ${line}`),
          'except HTTPError as refusal:',
          '    print(refusal.code, json.load(refusal))',
        ]
      : send),
  ].join('\n');
}

function toPython(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(toPython).join(', ')}]`;
  if (typeof value === 'string') return toPythonText(value);
  if (typeof value !== 'object') return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, member]) => `${JSON.stringify(name)}: ${toPython(member)}`)
    .join(', ')}}`;
}

function toPythonText(text: string): string {
  const parts = splitAtVariables(text);
  if (parts.length === 1) return JSON.stringify(text);
  const [before, name, after] = parts;
  if (parts.length === 3 && before === '' && after === '') return `os.environ["${name}"]`;
  const quoted = (part: string) => JSON.stringify(part).slice(1, -1).replaceAll(/[{}]/g, '$&$&');
  return `f"${parts.map((part, at) => (at % 2 ? `{os.environ['${part}']}` : quoted(part))).join('')}"`;
}
