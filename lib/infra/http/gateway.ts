import type { IFunction } from 'aws-cdk-lib/aws-lambda';

/** A way into the API, and the function that answers there. */
export interface Way {
  readonly method: string;
  readonly path: string;
  readonly to: Answerer;
}

/** A function of the API, for a gateway to call. */
export interface Answerer {
  readonly id: string;
  /** What it is about: how many functions one role may call is limited. */
  readonly room: string;
  readonly called: IFunction;
}

/** What stands before the functions. */
export interface Gateway {
  readonly apiId: string;
  /** Without a slash at its end. */
  readonly url: string;
}
