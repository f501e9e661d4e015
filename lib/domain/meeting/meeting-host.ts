/** As names are in addresses, and in networks of containers; or an address of the internet, of the sixth kind in brackets. */
const form = /^[\w[][\w.:\]-]*$/;

/**
 * Whether an operator can mean this by a host of a platform's links, with a port or without: one form for who is told it,
 * and for who passes it on. It is written as it stands in a link that was read, with which it is compared.
 */
export const isMeetingHost = (text: string): boolean =>
  form.test(text) && URL.parse(`https://${text}`)?.host === text.toLowerCase();

/** Without a port: whoever trusts a domain trusts all hosts below it, whatever port they answer at. */
export const isDomain = (text: string): boolean => isMeetingHost(text) && URL.parse(`https://${text}`)?.port === '';
