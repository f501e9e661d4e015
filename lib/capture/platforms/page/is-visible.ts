export type IsVisible = (element: Element) => boolean;

/**
 * Whether an element has a place in the page and is not hidden there. `Controls.isShown` asks for the place only; the judge's `isSeen`
 * (judging/seek.ts) for more: what is transparent, out of the window, or behind a dialog is visible, and not seen.
 */
export const isVisible: IsVisible = (element) => element.checkVisibility({ visibilityProperty: true });
