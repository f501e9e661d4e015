/**
 * Why a test failed before it was green at its second try: Vitest counts that try, and keeps its error to itself. Nobody
 * mends what only CI has seen, and only once, without it.
 */
import type { Reporter, TestCase } from 'vitest/node';

export class FirstTries implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const { state, errors = [] } = test.result();
    if (state !== 'passed') return;
    for (const { message, stack } of errors) {
      console.log(
        `failed at first: ${test.fullName}: ${stack?.includes(message) ? stack : `${message}\n${stack ?? ''}`}`,
      );
    }
  }
}
