/** The orders that wait for their turn, as rows: they outlive the service. */
import { DatedOrder } from '../../../ports/capture-order.ts';
import type { LocalDatabase } from '../database.ts';
import { inTurn, type Occupant } from './places.ts';

export interface WaitingOrder {
  readonly id: string;
  readonly order: DatedOrder;
  readonly asked_at: Date;
}

export const captureQueue = (database: LocalDatabase) => ({
  has: (id: string): boolean => database.get('SELECT 1 FROM capture_queue WHERE id = ?', id) !== undefined,

  /** All that wait, in turn, beside those that are carried out. */
  waiting: (occupants: readonly Occupant[]): WaitingOrder[] =>
    inTurn(
      database.all('SELECT * FROM capture_queue ORDER BY asked_at, id').map((row) => ({
        id: String(row.id),
        order: DatedOrder.parse(JSON.parse(String(row.task_order))),
        asked_at: new Date(Number(row.asked_at)),
      })),
      occupants,
    ),

  add: (id: string, order: DatedOrder, at: Date): void => {
    database.run(
      'INSERT OR IGNORE INTO capture_queue (id, task_order, asked_at) VALUES (?, ?, ?)',
      id,
      JSON.stringify(order),
      at.getTime(),
    );
  },

  remove: (id: string): void => {
    database.run('DELETE FROM capture_queue WHERE id = ?', id);
  },
});
