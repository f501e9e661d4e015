/**
 * A link to a file that is to be kept. Where it lies at another address, as recordings in S3 do, browsers show what they can
 * show: beside the dashboard then, not in its place (https://developer.mozilla.org/docs/Web/HTML/Reference/Elements/a#download).
 */
export const fileLink = (href: string, download: string) => ({ href, download, target: '_blank', rel: 'noreferrer' });
