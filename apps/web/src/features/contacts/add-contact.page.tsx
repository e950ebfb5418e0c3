import { useNavigate } from 'react-router-dom';
import { EntityForm } from '@parley/ui/entity-form';
import { SettingsPage } from '@parley/ui/settings-page';
import { useEntityForm } from '@parley/ui/use-entity-form';
import { toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { ContactFieldsForm, useContactRules } from './contact-form';
import { formOf, requestOf, type ContactForm } from './contact-values';
import { createContact, useContactsCommand } from './contacts-api';

/** Creates a contact who has not written yet; a phone number or an e-mail address is required. */
export function Component() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const rules = useContactRules();
  const entity = useEntityForm({
    values: formOf(null),
    rules: {
      ...rules,
      phone: (phone: string, values: ContactForm) =>
        !phone.trim() && !values.email.trim() ? t('contacts.addressMissing') : (rules.phone?.(phone) ?? null),
    },
    command: useContactsCommand(createContact),
    request: (_, changed) => requestOf(changed, null),
    onSaved: ({ id }) => {
      toastMessage(t('contacts.added'));
      void navigate(`/contacts/${id}`);
    },
  });
  return (
    <SettingsPage title={t('contacts.add')} back={{ to: '/contacts', label: t('contacts.title') }}>
      <EntityForm entity={entity} label={t('contacts.add')}>
        <ContactFieldsForm entity={entity} contact={null} />
      </EntityForm>
    </SettingsPage>
  );
}
