/** How much is looked at of a page. Apart from the schemas, which pages need not load. */
export const mostTexts = 200;
export const longestText = 300;
export const mostWire = 200;
