import { useState } from 'react';
import { Button } from '@mantine/core';
import type { ContactResponse } from '@parley/contracts/api/contacts';
import { contactFields, type ContactField } from '@parley/contracts/events/contact.events';
import { brokenContactRule, contactFieldOf } from '@parley/contracts/rules/contact-rules';
import { useFormats } from '../../../lib/format';
import { RequestFailed } from '../../../lib/problem';
import { useTranslation } from '../../../lib/translation';
import { useChangeContact } from '../api/contact';
import classes from './contact-panel.module.css';
import { CopyValue } from './copy-value';
import { EditableValue } from './editable-value';

/** Fields that are shown even while they are empty. */
const always: readonly ContactField[] = ['name', 'phone', 'email'];
/** Fields that a user can fill in but, once they have a value, not change. */
const addresses: readonly ContactField[] = ['phone', 'email'];
const inputModes: Partial<Record<ContactField, 'tel' | 'email'>> = { phone: 'tel', email: 'email' };

/** Translation keys of the error messages by violated rule. */
const textOfRule = {
  phone: 'invalid-phone',
  email: 'invalid-email',
  country: 'invalid-country',
  length: 'too-long',
  maxLength: 'too-long',
  unique: 'not-unique',
  fixed: 'not-editable',
} as const;

/** The fields of a contact; users with the right to do so can edit each in place. */
export function ContactDetails({ contact, canEdit }: { contact: ContactResponse; canEdit: boolean }) {
  const { t } = useTranslation();
  const { full } = useFormats();
  const [showsAll, setShowsAll] = useState(false);
  const known = contactFields.filter((field) => always.includes(field) || contact[field] !== null);
  const fields = canEdit && showsAll ? contactFields : known;
  return (
    <>
      <dl className={classes.details}>
        {fields.map((field) => (
          <Field key={field} field={field} contact={contact} canEdit={canEdit} />
        ))}
        <div className={classes.detail}>
          <dt>{t('panel.firstSeen')}</dt>
          <dd>{full(contact.createdAt)}</dd>
        </div>
      </dl>
      {canEdit && known.length < contactFields.length && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {t(showsAll ? 'panel.fewerFields' : 'panel.allFields')}
        </Button>
      )}
    </>
  );
}

interface FieldProps {
  field: ContactField;
  contact: ContactResponse;
  canEdit: boolean;
}

function Field({ field, contact, canEdit }: FieldProps) {
  const { t } = useTranslation();
  const change = useChangeContact(contact.id);
  const label = t(`contactField.${field}`);
  const value = contact[field];
  // A value that the server has not accepted yet may still be refused, so the user can edit it.
  const isKnown = value !== null && !change.isPending;
  const isFixed = !canEdit || (addresses.includes(field) && isKnown);
  const check = (typed: string) => {
    const rule = brokenContactRule(field, contactFieldOf(field, typed));
    return rule && t(`validation.${textOfRule[rule]}`);
  };
  const refusal = (error: unknown) => {
    const broken =
      error instanceof RequestFailed ? error.problem?.errors?.find((one) => one.field === field) : null;
    const text = broken && textOfRule[broken.rule as keyof typeof textOfRule];
    return text ? t(`validation.${text}`) : null;
  };
  return (
    <div className={classes.detail}>
      <dt>{label}</dt>
      <dd>
        {isFixed ? (
          <span className={classes.value} data-empty={value === null || undefined}>
            {value ?? t('panel.notKnown')}
          </span>
        ) : (
          <EditableValue
            label={label}
            value={value}
            check={check}
            save={(typed) => change.mutateAsync({ [field]: contactFieldOf(field, typed) })}
            refusal={refusal}
            inputMode={inputModes[field]}
          />
        )}
        {addresses.includes(field) && value !== null && <CopyValue label={label} value={value} />}
      </dd>
    </div>
  );
}
