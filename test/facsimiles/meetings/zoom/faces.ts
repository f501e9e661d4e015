/** The face of somebody in Zoom's client who has given it no picture: the maker's initials, on a colour by the name. */
import { escaped } from '../pages.ts';

const colours = ['27ae60', '16a085', '2980b9', '8e44ad', '34495e', 'f39c12', 'd35400', 'c0392b'] as const;

const initialsOf = (name: string): string => {
  const [first = '', second = ''] = name.toUpperCase().trim().split(/\s+/);
  const both = first.slice(0, 1) + second.slice(0, 1);
  return /[\u4E00-\u9FA5]/.test(both) ? first.slice(0, 1) : both;
};

const colourOf = (name: string): string | undefined =>
  colours[Array.from(name, (_, at) => name.charCodeAt(at)).reduce((sum, code) => (sum + code) % colours.length, 0)];

export const face = (name: string, called: string, size: number): string =>
  `<div class="${called}" aria-hidden="true" style="font-size:${size / 2}px;width:${size}px;height:${size}px;line-height:${size}px;text-align:center;color:#fff;flex:none;background-color:#${colourOf(name)}">${escaped(initialsOf(name))}</div>`;
