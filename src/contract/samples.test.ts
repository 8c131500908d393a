import { expect, it } from 'vitest';
import { writeSamples } from './samples.ts';

const codeOf = (...asked: Parameters<typeof writeSamples>) =>
  Object.fromEntries(writeSamples(...asked).map(({ language, code }) => [language, code]));

it('is the bare call where nothing but an address is needed', () => {
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
  expect(samples.python).toContain('"Authorization": "Bearer " + os.environ["KEY"]');
  expect(JSON.stringify(samples)).not.toContain('quire_demo_00');
});

it('writes JSON as each language writes it, and an apostrophe survives the shell', () => {
  const body = { json: { text: "it's", all: true, none: null, list: [1] } };
  const { bash, python } = codeOf({ method: 'POST', target: '/ask', headers: {}, body }, 'http://a.test');
  expect(bash).toContain(`-d '{"text":"it'\\''s","all":true,"none":null,"list":[1]}'`);
  expect(python).toContain(`json.dumps({"text": "it's", "all": True, "none": None, "list": [1]}).encode()`);
});
