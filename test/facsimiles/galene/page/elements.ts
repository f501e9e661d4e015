/** The elements of the page by their ids, and the words that come up over it for a moment. */
const toastMs = 4_000;
export const element = <E extends HTMLElement = HTMLElement>(id: string): E => document.getElementById(id) as E;
export const setVisibility = (id: string, visible: boolean): void =>
  void element(id).classList.toggle('invisible', !visible);

export const toast = (words: string, level = 'error'): void => {
  const shown = document.createElement('div');
  shown.className = `toastify on ${level} toastify-center toastify-top`;
  const close = Object.assign(document.createElement('button'), { className: 'toast-close', textContent: '✖' });
  shown.append(words, close);
  document.body.append(shown);
  setTimeout(() => shown.remove(), toastMs);
};
