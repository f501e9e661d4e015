/** With what a Galène server sends a bot to another of its names. */

/** Servers escape more of a path than browsers do. */
const decoded = ({ pathname }: URL): string => {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
};

/**
 * With the invitation of the bot's address, where the server sends whoever comes by another of its names on to its own
 * (`canonicalHost`): it names the same group there, and leaves out all that stands behind the `?` (redirect in webserver.go).
 */
export const ledTo = (address: string, to: string): string => {
  const [asked, there] = [new URL(address), new URL(to)];
  const isSameGroup = decoded(there) === decoded(asked) && there.search === '';
  if (there.origin === asked.origin || !isSameGroup) return to;
  there.search = asked.search;
  return there.href;
};
