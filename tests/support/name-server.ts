import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';

/** Families by type of record: A and AAAA. */
const families = new Map([
  [1, 4],
  [28, 6],
]);

function toBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail = ''] = address.split('::');
  const first = head.split(':').filter(Boolean);
  const last = tail.split(':').filter(Boolean);
  const words = [...first, ...Array(8 - first.length - last.length).fill('0'), ...last];
  return Buffer.from(words.flatMap((word) => [Number.parseInt(word, 16) >> 8, Number.parseInt(word, 16) & 255]));
}

/** The name asked for, and where the question ends (RFC 1035 section 4.1.2). */
function readQuestion(packet: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = packet[at] ?? 0; length > 0; length = packet[at] ?? 0) {
    labels.push(packet.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: packet.readUInt16BE(at + 1), end: at + 5 };
}

/**
 * A name server on loopback.
 * @param records addresses by name; a name that is not among them is never answered
 */
export async function openNameServer(records: Readonly<Record<string, readonly string[]>>) {
  const socket = createSocket('udp4');
  const request: string[] = [];
  socket.on('message', (packet, from) => {
    const { name, type, end } = readQuestion(packet);
    request.push(name);
    const addresses = records[name];
    if (!addresses) return;
    const answers = addresses.filter((address) => (isIPv4(address) ? 4 : 6) === families.get(type)).map(toBytes);
    const header = Buffer.from([packet[0] ?? 0, packet[1] ?? 0, 0x81, 0x80, 0, 1, 0, answers.length, 0, 0, 0, 0]);
    const sections = answers.map((bytes) =>
      Buffer.concat([Buffer.from([0xc0, 0x0c, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length]), bytes]),
    );
    socket.send(Buffer.concat([header, packet.subarray(12, end), ...sections]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    request,
    async close() {
      socket.close();
      await once(socket, 'close');
    },
  };
}
