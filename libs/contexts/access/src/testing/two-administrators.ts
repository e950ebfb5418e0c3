import type { Mailer } from '@parley/platform/mail/mailer';
import type { AccessQueries } from '../read/access.queries';
import { AdministratorMails } from '../write/mails/administrator-mails';

/** A service that mails the administrators of Harbour Bikes: Ingrid reads Dutch, Mateo English. */
export function twoAdministrators(mailer: Mailer): AdministratorMails {
  const access: Pick<AccessQueries, 'customerName' | 'administrators'> = {
    customerName: () => Promise.resolve('Harbour Bikes'),
    administrators: () =>
      Promise.resolve([
        {
          id: 'f5d5e2f0-0000-4000-8000-000000000001',
          name: 'Ingrid',
          email: 'ingrid@harbour.example',
          language: 'nl',
        },
        {
          id: 'f5d5e2f0-0000-4000-8000-000000000002',
          name: 'Mateo',
          email: 'mateo@harbour.example',
          language: 'en',
        },
      ]),
  };
  return new AdministratorMails(access as AccessQueries, mailer);
}
