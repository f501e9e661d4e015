/**
 * A button, or a list of choices, is disabled while what it asked for is on its way, which takes the focus from it: whoever
 * was at it by the keyboard is back there afterwards, unless they went on meanwhile.
 */
export const keepFocus = (): void => {
  let last: EventTarget | null = null;
  document.addEventListener('focusin', ({ target }) => {
    last = target;
  });
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const isOne = target instanceof HTMLButtonElement || target instanceof HTMLSelectElement;
      const isBack = isOne && target === last && !target.disabled;
      if (isBack && document.activeElement === document.body) target.focus({ preventScroll: true });
    }
  }).observe(document.body, { subtree: true, attributeFilter: ['disabled'] });
};
