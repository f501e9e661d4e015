/** Everything that the adapter relies on in the toy's page. */
export const selectors = {
  name: 'input[name="name"]',
  join: 'button[value="join"]',
  leave: 'button[value="leave"]',
  people: 'li[data-id]',
  chatText: 'input[name="text"]',
  chatSend: 'button[value="send"]',
  message: 'p[data-id]',
} as const;
