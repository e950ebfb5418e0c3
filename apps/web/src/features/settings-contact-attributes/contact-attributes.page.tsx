import { useState } from 'react';
import { Button, Select, TagsInput, TextInput } from '@mantine/core';
import { IconForms } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import {
  ATTRIBUTE_NAME_LENGTH,
  CHOICE_LENGTH,
  MAX_CHOICES,
  type ContactAttributeResponse,
} from '@parley/contracts/api/contact-settings';
import { attributeKinds, type AttributeKind } from '@parley/contracts/events/contact-settings.events';
import { ConfirmDialog } from '@parley/ui/dialog';
import { FormDialog } from '@parley/ui/entity-form';
import { AddButton, EntityList } from '@parley/ui/entity-list';
import { Loadable } from '@parley/ui/loadable';
import { SettingRow, SettingsPage } from '@parley/ui/settings-page';
import { useEntityForm } from '@parley/ui/use-entity-form';
import { directoryQuery } from '../../lib/directory';
import { useDelete, useSave, type Resource } from '../../lib/resource';
import { useTranslation } from '../../lib/translation';

const attributesQuery = directoryQuery<ContactAttributeResponse>('contact-attributes', ['contactAttribute']);
const attributes: Resource = {
  path: '/api/v3/contact-attributes',
  categories: 'contactAttribute',
  untilShown: true,
};

type Asked =
  | { what: 'edit'; attribute: ContactAttributeResponse | null }
  | { what: 'delete'; attribute: ContactAttributeResponse };

/** Page of the contact fields that the organisation has defined. */
export function Component() {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<Asked | null>(null);
  const query = useQuery(attributesQuery);
  const add = (
    <AddButton onClick={() => setAsked({ what: 'edit', attribute: null })}>{t('attributes.add')}</AddButton>
  );
  return (
    <SettingsPage title={t('attributes.title')} intro={t('attributes.intro')} actions={add}>
      <Loadable query={query} failed={t('attributes.failed')}>
        {(all) => (
          <EntityList
            label={t('attributes.title')}
            entities={all}
            empty={{
              icon: <IconForms stroke={1.4} />,
              title: t('attributes.none'),
              text: t('attributes.noneText'),
            }}
          >
            {(attribute) => (
              <li key={attribute.id}>
                <SettingRow
                  label={attribute.name}
                  hint={[t(`attributes.kind.${attribute.kind}`), attribute.choices.join(', ')]
                    .filter(Boolean)
                    .join(': ')}
                >
                  <Button.Group>
                    <Button
                      variant="default"
                      aria-label={t('attributes.editOf', { name: attribute.name })}
                      onClick={() => setAsked({ what: 'edit', attribute })}
                    >
                      {t('attributes.edit')}
                    </Button>
                    <Button
                      variant="default"
                      aria-label={t('attributes.deleteOf', { name: attribute.name })}
                      onClick={() => setAsked({ what: 'delete', attribute })}
                    >
                      {t('attributes.delete')}
                    </Button>
                  </Button.Group>
                </SettingRow>
              </li>
            )}
          </EntityList>
        )}
      </Loadable>
      {asked?.what === 'edit' && (
        <AttributeDialog attribute={asked.attribute} onClose={() => setAsked(null)} />
      )}
      {asked?.what === 'delete' && (
        <DeleteAttribute attribute={asked.attribute} onClose={() => setAsked(null)} />
      )}
    </SettingsPage>
  );
}

interface AttributeForm {
  name: string;
  kind: AttributeKind;
  choices: string[];
}

function AttributeDialog({
  attribute,
  onClose,
}: {
  attribute: ContactAttributeResponse | null;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const start: AttributeForm = {
    name: attribute?.name ?? '',
    kind: attribute?.kind ?? 'text',
    choices: attribute?.choices ?? [],
  };
  const entity = useEntityForm({
    values: start,
    rules: {
      name: (name: string) => (name.trim() === '' ? t('attributes.nameMissing') : null),
      choices: (choices: string[], { kind }: AttributeForm) =>
        kind === 'choice' && choices.length === 0 ? t('errors.attribute_without_choices') : null,
    },
    command: useSave<AttributeForm>(attributes, attribute?.id),
    request: (wanted, changed) => (attribute ? changed : wanted),
    onSaved: onClose,
  });
  const { form } = entity;
  return (
    <FormDialog
      entity={entity}
      title={t(attribute ? 'attributes.editTitle' : 'attributes.add')}
      confirm={t('common.save')}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={t('attributes.name')}
        maxLength={ATTRIBUTE_NAME_LENGTH}
        {...form.getInputProps('name')}
      />
      <Select
        label={t('attributes.kindLabel')}
        description={attribute ? t('attributes.kindStays') : undefined}
        disabled={attribute !== null}
        allowDeselect={false}
        data={attributeKinds.map((value) => ({ value, label: t(`attributes.kind.${value}`) }))}
        {...form.getInputProps('kind')}
      />
      {form.getValues().kind === 'choice' && (
        <TagsInput
          label={t('attributes.choices')}
          description={t('attributes.choicesHint')}
          maxTags={MAX_CHOICES}
          maxLength={CHOICE_LENGTH}
          {...form.getInputProps('choices')}
        />
      )}
    </FormDialog>
  );
}

function DeleteAttribute({
  attribute: { id, name },
  onClose,
}: {
  attribute: ContactAttributeResponse;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const remove = useDelete(attributes, id);
  return (
    <ConfirmDialog
      opened
      title={t('attributes.deleteOf', { name })}
      confirm={t('attributes.delete')}
      action={() => remove.mutateAsync()}
      onDone={onClose}
      onClose={onClose}
    >
      {t('attributes.deleteText')}
    </ConfirmDialog>
  );
}
