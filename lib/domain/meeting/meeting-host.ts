import * as z from 'zod';

/** As names are in addresses, and in networks of containers; or an address of the internet, the sixth kind in brackets. */
const hostAndPort = /^(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_.])?|\[[0-9a-f:.]+\])(?::(?<port>\d{1,5}))?$/i;
const mostPort = 65_535;

const isHost = (text: string): boolean => {
  const found = hostAndPort.exec(text);
  return found !== null && Number(found.groups?.port ?? 1) <= mostPort;
};

/** A host that an operator names for the links of a platform's meetings: one form for who is told it, and for who passes it on. */
export const MeetingHost = z.string().refine(isHost, {
  error:
    'must be names of hosts, such as meet.example.com or meet.example.com:8443, without https:// and without a path',
});
