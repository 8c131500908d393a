import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';

const listen = (port: number) =>
  `require('node:net').createServer().listen({ port: ${port}, host: '127.0.0.1', backlog: 1 }, () => console.log('listening'))`;

/**
 * Makes a port answer nothing at all, not even a refusal, as an address does whose container is gone: a stopped process
 * listens there, and its queue is full, so the kernel drops whatever else arrives.
 * @returns frees the port
 */
export async function silencePort(port: number): Promise<() => Promise<void>> {
  const child = spawn('node', ['-e', listen(port)], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  child.kill('SIGSTOP');
  // Linux queues one more than the backlog; what does not get in is tried again by the kernel and never gets in.
  const queued = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => {}));
  await Promise.all(queued.slice(0, 2).map((socket) => once(socket, 'connect')));
  return async () => {
    for (const socket of queued) socket.destroy();
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
}
