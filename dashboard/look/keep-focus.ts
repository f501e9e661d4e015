/**
 * A button is disabled while what it asked for is on its way, which takes the focus from it: whoever pressed it by the
 * keyboard is back at it afterwards, unless they went on meanwhile.
 */
export const keepFocus = (): void => {
  let last: EventTarget | null = null;
  document.addEventListener('focusin', ({ target }) => {
    last = target;
  });
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const isBack = target === last && target instanceof HTMLButtonElement && !target.disabled;
      if (isBack && document.activeElement === document.body) target.focus({ preventScroll: true });
    }
  }).observe(document.body, { subtree: true, attributeFilter: ['disabled'] });
};
