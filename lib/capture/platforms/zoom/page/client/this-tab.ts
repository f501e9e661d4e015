/** A page that would open the client in a tab of its own, where no bot looks, opens it in this one. */

export interface Tab {
  /** The page's `window`: what it opens is opened by this. */
  readonly view: { open: typeof window.open };
  readonly address: () => string;
  readonly goTo: (address: string) => void;
}

/** That is opened to be sent on to somewhere. */
const isEmptyPage = (address: string | URL | undefined): boolean => /^(?:about:blank)?$/i.test(String(address ?? ''));

const pageAt = (address: string | URL | undefined, base: string): string | undefined => {
  const page = address === undefined || address === '' ? null : URL.parse(address, base);
  return page && /^https?:$/.test(page.protocol) ? page.href : undefined;
};

/** To be called before a way into the client is pressed. */
export const stayInTab = (link: HTMLElement, { view, address, goTo }: Tab): void => {
  link.closest('a')?.setAttribute('target', '_self');
  view.open = (opened) => {
    const page = pageAt(opened, address());
    if (page !== undefined) goTo(page);
    // A page may close again what it opened the maker's app by, an address that no browser has pages at: not this tab.
    return page !== undefined || isEmptyPage(opened) ? (view as Window) : null;
  };
};
