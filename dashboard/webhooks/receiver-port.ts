/** Where a receiver listens to what is sent to its address. */

const usual = '9000';

/** Of an address of this machine its own port; what else is sent comes by a proxy, to whichever is free. */
export const receiverPort = (url: string): string => {
  const { protocol, port } = new URL(url);
  return protocol === 'http:' ? port || '80' : usual;
};
