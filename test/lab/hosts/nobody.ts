/** Where nobody listens on this machine. A port that was free a moment ago may be somebody's by now; this one is given to nobody. */
export const nobody = 'http://127.0.0.1:2';
