import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';

type RecordType = 'A' | 'AAAA';
const typeNumbers: Record<RecordType, number> = { A: 1, AAAA: 28 };

const bytesOf = (address: string): Buffer => {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail = ''] = address.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const missing = Array<string>(8 - groups(head).length - groups(tail).length).fill('0');
  return Buffer.from(
    [...groups(head), ...missing, ...groups(tail)].map((group) => group.padStart(4, '0')).join(''),
    'hex',
  );
};

/** A name server on this machine (RFC 1035). The nth question for a type gets the nth answer, later ones the last. */
export const aDnsServer = async (answers: Record<RecordType, readonly (readonly string[])[]>) => {
  const socket = createSocket('udp4');
  const questions: RecordType[] = [];

  socket.on('message', (query, sender) => {
    const endOfName = query.indexOf(0, 12);
    const type = query.readUInt16BE(endOfName + 1) === typeNumbers.A ? 'A' : 'AAAA';
    const asked = questions.filter((question) => question === type).length;
    questions.push(type);
    const addresses = answers[type][Math.min(asked, answers[type].length - 1)] ?? [];
    const header = Buffer.alloc(12);
    header.writeUInt16BE(query.readUInt16BE(0), 0);
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(addresses.length, 6);
    const records = addresses.map((address) => {
      const data = bytesOf(address);
      const record = Buffer.alloc(12);
      record.writeUInt16BE(0xc00c, 0);
      record.writeUInt16BE(typeNumbers[type], 2);
      record.writeUInt16BE(1, 4);
      record.writeUInt16BE(data.length, 10);
      return Buffer.concat([record, data]);
    });
    const question = query.subarray(12, endOfName + 5);
    socket.send(Buffer.concat([header, question, ...records]), sender.port, sender.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');

  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    close: async (): Promise<void> => {
      socket.close();
    },
  };
};
