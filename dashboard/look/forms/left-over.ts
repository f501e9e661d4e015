/** What stays in a form whose fields were sent: what was typed meanwhile. */
export const leftOver = <Entered extends object>(now: Entered, sent: Entered, blank: Entered): Entered => {
  const fields = Object.keys(now) as (keyof Entered)[];
  const changed = fields.filter((field) => now[field] !== sent[field]);
  return { ...blank, ...Object.fromEntries(changed.map((field) => [field, now[field]])) };
};
