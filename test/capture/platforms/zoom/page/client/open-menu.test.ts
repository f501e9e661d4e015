import { describe, expect, it } from 'vitest';
import { closerIn, isExpanded } from '../../../../../../lib/capture/platforms/zoom/page/client/open-menu.ts';
import { aBar, aClient } from '../client.ts';

const more = (isExpanded: boolean): string =>
  `<div id="wc-footer"><div role="group" class="dropdown-toggle${isExpanded ? ' show' : ''} btn-group"
     aria-label="More meeting control " aria-expanded="${isExpanded}"><button class="footer-button-base__button">More</button></div></div>`;
const items = '<div class="dropdown-menu"><a role="button" class="dropdown-item">Captions</a></div>';
const popover = `<div role="menu" class="tip-wrapper">${items}</div>`;

const closed = (isVisible: boolean, ...parts: readonly string[]): string | undefined => {
  const closer = closerIn(aClient(...parts), () => isVisible);
  return closer && (closer.getAttribute('aria-label')?.trim() ?? closer.localName);
};

describe("a menu of Zoom's client", () => {
  it('of "More" is closed by "More" while that says that it is open', () => {
    expect(closed(true, more(true), items)).toBe('More meeting control');
    expect(closed(true, more(false), items)).toBeUndefined();
  });

  it('beside a button is closed by a press outside of it: "More" would open its own', () => {
    expect(closed(true, more(false), popover)).toBe('body');
    expect(closed(true, popover)).toBe('body');
    expect(closed(true, more(false), '<div role="menu" class="tip-wrapper"></div>')).toBeUndefined();
  });

  it('is open where it is seen, in a client that does not say so', () => {
    const bar = aBar('More meeting control', 'Leave');
    expect([closed(true, bar, items), closed(false, bar, items), closed(true, bar)]).toEqual([
      'More meeting control',
      undefined,
      undefined,
    ]);
    const opener = aClient(bar).querySelector('button');
    expect(opener && isExpanded(opener)).toBeUndefined();
  });
});
