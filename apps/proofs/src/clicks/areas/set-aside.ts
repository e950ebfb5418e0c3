import { randomUUID } from 'node:crypto';
import { post, rowsOf, type Area } from '../presses';

export const area: Area = {
  buttons: {
    'drop of what could not be processed': async (office) => {
      const parked = randomUUID();
      await office.database.query(
        `insert into bus.parked (topic, grp, partition, "offset", key, id, value, headers, error, parked_id, customer_id)
         values ('channels.inbound', 'worker', 0, $3, 'key', 'id', '', '{}', 'error', $1, $2)`,
        [parked, office.customerId, Date.now()],
      );
      return {
        press: () => post(`/parked/${parked}/drop`, {}, office.admin),
        makes: async () => 1 - (await rowsOf(office, `select from bus.parked where parked_id = '${parked}'`)),
        others: ['not_found'],
      };
    },
  },
  unpressed: {
    'POST /set-aside-mails/retry': 'stores a mail that arrives twice once (mail.int.spec.ts)',
    'POST /parked/:id/retry':
      'publishes again under the same id: its consumers do it once (worker.int.spec.ts)',
  },
};
