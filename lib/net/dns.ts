import { Resolver } from 'node:dns/promises';

/** All addresses of a name. Rejects when there are none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/**
 * Asks the name servers and nobody else: a client's name never means what /etc/hosts says. And unlike getaddrinfo, which
 * has four threads for the whole process, one dead name server does not keep other names waiting.
 */
export const publicDns = (servers?: readonly string[]): Resolve => {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  if (servers) resolver.setServers(servers);
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length === 0) throw answers.find((answer) => answer.status === 'rejected')?.reason;
    return addresses;
  };
};
