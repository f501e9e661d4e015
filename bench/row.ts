/** One row of the benchmark: what is measured, what is aimed at, and how it is found out. */
export interface Row {
  /** As in the list of targets. */
  readonly number: number | string;
  readonly title: string;
  readonly target: string;
  /** The figure as text. May take long: it prints its own progress. */
  measure(): Promise<string>;
}
