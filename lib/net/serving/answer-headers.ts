/** What goes with every answer to a program: it is for whoever asked, kept by nobody on the way, and nothing else than it says. */
export const answerHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
