import { createServer } from 'node:http';

/** The baseline of serve-bench.ts: what node:http costs when there is nothing to do but to send bytes that lie ready. */
const [port = '0', size = '6000'] = process.argv.slice(2);
const body = Buffer.alloc(Number(size), 'a');
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': body.byteLength };
const answers = new Map([['/', { headers, body }]]);

createServer((request, response) => {
  const answer = answers.get(request.url ?? '');
  if (!answer) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, answer.headers);
  response.end(answer.body);
}).listen(Number(port), '127.0.0.1');
