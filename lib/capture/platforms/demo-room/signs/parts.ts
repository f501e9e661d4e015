/** What several states of the demo room's page are known by. */
export const name = 'input#name';
export const join = 'button#join';
export const leave = 'button#leave';
export const ownTile = '#tiles [data-self="true"]';
