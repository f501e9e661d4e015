/** A text as it stands in XML or HTML, also in attributes, where a line would end as a blank. */
export const escaped = (text: string): string => text.replace(/[&<>"'\t\r\n]/g, (one) => `&#${one.charCodeAt(0)};`);
