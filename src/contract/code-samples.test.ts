import { expect, it } from 'vitest';
import { renderCodeSamples } from './code-samples.ts';

type HttpRequest = Parameters<typeof renderCodeSamples>[0];

const codeOf = (
  request: HttpRequest['request'],
  baseUrl: string,
  response: Omit<HttpRequest, 'request'> = { status: 200, body: {} },
) =>
  Object.fromEntries(
    renderCodeSamples({ request, ...response }, baseUrl).map(({ language, code }) => [language, code]),
  );

it('is a call with only a URL where nothing else is needed', () => {
  const { bash, js, python } = codeOf({ method: 'GET', target: '/api/v1/pricing', headers: {} }, 'http://a.test');
  expect(bash).toBe("curl -s 'http://a.test/api/v1/pricing'");
  expect(js).toContain('await fetch("http://a.test/api/v1/pricing");');
  expect(python).toContain('request = Request("http://a.test/api/v1/pricing")\n');
});

it('takes the key from the environment, whatever was recorded', () => {
  const headers = { authorization: 'Bearer quire_demo_00' };
  const samples = codeOf({ method: 'GET', target: '/x', headers }, 'http://a.test');
  expect(samples.bash).toContain('-H "Authorization: Bearer $KEY"');
  expect(samples.js).toContain(`Authorization: \`Bearer \${process.env.KEY}\``);
  expect(samples.python).toContain(`"Authorization": f"Bearer {os.environ['KEY']}"`);
  expect(JSON.stringify(samples)).not.toContain('quire_demo_00');
});

it('writes JSON as each language writes it, and an apostrophe survives the shell', () => {
  const body = { json: { text: "it's", all: true, none: null, list: [1] } };
  const { bash, python } = codeOf({ method: 'POST', target: '/ask', headers: {}, body }, 'http://a.test');
  expect(bash).toContain(`-d '{"text":"it'\\''s","all":true,"none":null,"list":[1]}'`);
  expect(python).toContain(`json.dumps({"text": "it's", "all": True, "none": None, "list": [1]}).encode()`);
});

it('reads personal values from the environment, in a URL and in a form', () => {
  const form = { token: '$ACCESS_TOKEN', note: 'costs $5' };
  const about = { method: 'POST', target: '/sessions/$SESSION/cancel', headers: {}, body: { form } };
  const { bash, js, python } = codeOf(about, 'http://a.test');
  expect(bash).toContain('"http://a.test/sessions/$SESSION/cancel"');
  expect(bash).toContain('--data-urlencode "token=$ACCESS_TOKEN"');
  expect(bash).toContain("--data-urlencode 'note=costs $5'");
  expect(js).toContain(`fetch(\`http://a.test/sessions/\${process.env.SESSION}/cancel\``);
  expect(js).toContain('new URLSearchParams({ token: process.env.ACCESS_TOKEN, note: "costs $5" })');
  expect(python).toContain('import os\n');
  expect(python).toContain(`f"http://a.test/sessions/{os.environ['SESSION']}/cancel"`);
  expect(python).toContain('urlencode({"token": os.environ["ACCESS_TOKEN"], "note": "costs $5"})');
});

it('prints the error if the example response is one, and only the status if it has no body', () => {
  const about = { method: 'POST', target: '/x', headers: {}, body: { json: {} } };
  const refused = codeOf(about, 'http://a.test', { status: 400, body: {} });
  expect(refused.python).toContain('except HTTPError as refusal:\n    print(refusal.code, json.load(refusal))');
  const silent = codeOf(about, 'http://a.test', { status: 200 });
  expect(silent.js).toContain('console.log(response.status);');
  expect(silent.bash).toContain("curl -s -i 'http://a.test/x'");
  expect(silent.python).toContain('    print(response.status)');
});
