/**
 * The headers of a page of ours: it loads and sends nothing but what is allowed here, nobody may frame it, no other page
 * gets hold of its window, and no other site hears of its address, which may hold a key.
 */
const always: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

/** `allowed` by directive of Content-Security-Policy (https://www.w3.org/TR/CSP3/#csp-directives). */
export const pageHeaders = (allowed: Readonly<Record<string, string>>) => ({
  'content-security-policy': Object.entries({ ...always, ...allowed })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
});
