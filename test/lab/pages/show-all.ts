/** Lays a page out without a browser: everything in it is seen, and nothing lies over what is looked at. */
export const showAll = (page: Document): void => {
  let measured: Element | undefined;
  for (const element of page.querySelectorAll('*'))
    Object.assign(element, {
      checkVisibility: () => true,
      scrollIntoView: () => undefined,
      getBoundingClientRect() {
        measured = element;
        return { left: 0, top: 0, width: 80, height: 30 };
      },
    });
  Object.assign(page, { elementFromPoint: () => measured });
};
