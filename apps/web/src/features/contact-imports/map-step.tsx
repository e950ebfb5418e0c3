import { useState } from 'react';
import { Alert, Button, MultiSelect, Select, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import {
  csvDelimiters,
  csvEncodings,
  ifKnownChoices,
  MAX_IMPORT_LABELS,
  type ContactImport,
  type CsvDelimiter,
  type CsvEncoding,
  type IfKnown,
  type ImportColumn,
  type ImportSettings,
} from '@parley/contracts/api/contact-imports';
import { contactFields } from '@parley/contracts/events/contact.events';
import { METADATA_NAME_LENGTH } from '@parley/contracts/rules/contact-rules';
import { CountrySelect } from '@parley/ui/country-select';
import { FormFooter } from '@parley/ui/form-footer';
import { attributesQuery, labelsQuery } from '../../lib/directory';
import { useFormats } from '../../lib/format';
import { errorText } from '../../lib/i18n';
import { codeOf } from '../../lib/problem';
import { useTranslation } from '../../lib/translation';
import classes from './contact-imports.module.css';
import { useForBroadcast, useListOfFile } from './for-broadcast';
import { listNamesQuery, toRequest, usePatch, useStep } from './imports-api';

const METADATA = 'metadata';
const OPT_IN = 'optIn';

/** Encoding of the file, target of each column, and the handling of new and known contacts. */
export function MapStep({ held }: { held: ContactImport }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const navigate = useNavigate();
  const reading = usePatch(held.id);
  const saving = usePatch(held.id);
  const check = useStep(held.id, 'check');
  const { broadcastId, within } = useForBroadcast();
  const listing = useListOfFile();
  const [settings, setSettings] = useState(held.settings);
  const [format, setFormat] = useState(`${held.encoding} ${held.delimiter}`);
  const { data: labels = [] } = useQuery(labelsQuery);
  const { data: lists = [] } = useQuery(listNamesQuery);
  const { data: attributes = [] } = useQuery(attributesQuery);
  const fixedLists = lists.filter(({ conditions, isArchived }) => !conditions && !isArchived);
  // After the server has stored another encoding or delimiter, the file has other columns, so the form starts again
  // with them.
  const shown = `${held.encoding} ${held.delimiter}`;
  if (shown !== format) {
    setFormat(shown);
    setSettings({ ...settings, columns: held.settings.columns });
  }
  const set = (changed: Partial<ImportSettings>) => setSettings({ ...settings, ...changed });
  const next = async () => {
    let { listId } = settings;
    if (broadcastId && !listId) {
      listId = (await listing.mutateAsync(held.fileName)).id;
      set({ listId });
    }
    await saving.mutateAsync(toRequest({ ...settings, listId }));
    await check.mutateAsync();
    await navigate(within(`/contacts/imports/${held.id}/review`));
  };
  const failure = reading.error ?? listing.error ?? saving.error ?? check.error;
  return (
    <>
      <div className={classes.format}>
        <span role="status">
          {t('imports.found', {
            count: held.rows,
            formatted: number(held.rows),
            delimiter: t(`imports.delimiter.${nameOf(held.delimiter)}`),
            encoding: t(`imports.encoding.${held.encoding}`),
          })}
        </span>
        <Select
          label={t('imports.encodingLabel')}
          allowDeselect={false}
          disabled={reading.isPending}
          data={csvEncodings.map((value) => ({ value, label: t(`imports.encoding.${value}`) }))}
          value={held.encoding}
          onChange={(value) => reading.mutate({ encoding: value as CsvEncoding })}
        />
        <Select
          label={t('imports.delimiterLabel')}
          allowDeselect={false}
          disabled={reading.isPending}
          data={csvDelimiters.map((value) => ({ value, label: t(`imports.delimiter.${nameOf(value)}`) }))}
          value={held.delimiter}
          onChange={(value) => reading.mutate({ delimiter: value as CsvDelimiter })}
        />
      </div>
      <ul className={classes.columns} aria-label={t('imports.columns')}>
        {held.header.map((name, index) => (
          <Column
            key={`${index} ${name}`}
            name={name || t('imports.columnNumber', { number: index + 1 })}
            samples={held.sample.map((cells) => cells[index] ?? '').filter((cell) => cell !== '')}
            column={settings.columns[index] ?? null}
            attributes={attributes}
            taken={settings.columns.flatMap((column, other) =>
              other === index ? [] : (choiceOf(column) ?? []),
            )}
            onChange={(column) =>
              set({ columns: settings.columns.map((held, other) => (other === index ? column : held)) })
            }
          />
        ))}
      </ul>
      <div className={classes.settings}>
        <CountrySelect
          label={t('imports.country')}
          description={t('imports.countryHint')}
          placeholder={t('imports.noCountry')}
          value={settings.country}
          onChange={(country) => set({ country })}
        />
        <Select
          label={t('imports.ifKnown')}
          description={t('imports.ifKnownHint')}
          allowDeselect={false}
          data={ifKnownChoices.map((value) => ({ value, label: t(`imports.known.${value}`) }))}
          value={settings.ifKnown}
          onChange={(value) => set({ ifKnown: value as IfKnown })}
        />
        <MultiSelect
          label={t('imports.labels')}
          description={t('imports.labelsHint')}
          searchable
          maxValues={MAX_IMPORT_LABELS}
          data={labels.map(({ id, name }) => ({ value: id, label: name }))}
          value={settings.labelIds.filter((id) => labels.some((label) => label.id === id))}
          onChange={(labelIds) => set({ labelIds })}
        />
        <Select
          label={t('imports.list')}
          description={t(broadcastId ? 'imports.broadcastListHint' : 'imports.listHint')}
          clearable
          searchable
          clearButtonProps={{ 'aria-label': t('imports.noCountry') }}
          data={fixedLists.map(({ id, name }) => ({ value: id, label: name }))}
          value={settings.listId}
          onChange={(listId) => set({ listId })}
        />
      </div>
      {failure && (
        <Alert color="red" icon={<IconAlertTriangle />} role="alert">
          {errorText(codeOf(failure))}
        </Alert>
      )}
      <FormFooter>
        <Button
          loading={listing.isPending || saving.isPending || check.isPending}
          onClick={() => void next().catch(() => undefined)}
        >
          {t('imports.check')}
        </Button>
      </FormFooter>
    </>
  );
}

function choiceOf(column: ImportColumn): string | null {
  switch (column?.to) {
    case undefined:
      return null;
    case 'field':
      return column.field;
    case 'attribute':
      return column.attributeId;
    case 'optIn':
      return OPT_IN;
    case 'metadata':
      return METADATA;
  }
}

function columnOf(choice: string | null, name: string): ImportColumn {
  if (choice === null) return null;
  if (choice === METADATA) return { to: 'metadata', name: name.slice(0, METADATA_NAME_LENGTH) };
  if (choice === OPT_IN) return { to: 'optIn' };
  const field = contactFields.find((one) => one === choice);
  return field ? { to: 'field', field } : { to: 'attribute', attributeId: choice };
}

function nameOf(delimiter: CsvDelimiter): 'comma' | 'semicolon' {
  return delimiter === ',' ? 'comma' : 'semicolon';
}

function Column({
  name,
  samples,
  column,
  attributes,
  taken,
  onChange,
}: {
  name: string;
  samples: string[];
  column: ImportColumn;
  attributes: { id: string; name: string }[];
  /** Targets already chosen for the other columns. */
  taken: string[];
  onChange: (column: ImportColumn) => void;
}) {
  const { t } = useTranslation();
  const choices = [
    ...contactFields.map((field) => ({ value: field, label: t(`imports.field.${field}`) })),
    { value: OPT_IN, label: t('imports.optIn') },
    ...attributes.map(({ id, name: label }) => ({ value: id, label })),
  ];
  const data = [
    ...choices.filter(({ value }) => !taken.includes(value)),
    { value: METADATA, label: t('imports.metadata') },
  ];
  return (
    <li className={classes.column}>
      <span className={classes.name}>{name}</span>
      <span className={classes.samples}>{samples.slice(0, 3).join(' · ')}</span>
      <span>
        <Select
          aria-label={t('imports.fieldOf', { name })}
          placeholder={t('imports.ignored')}
          clearable
          searchable
          clearButtonProps={{ 'aria-label': t('imports.ignore', { name }) }}
          data={data}
          value={choiceOf(column)}
          onChange={(value) => onChange(columnOf(value, name))}
        />
        {column?.to === 'metadata' && (
          <TextInput
            mt={4}
            aria-label={t('imports.metadataName', { name })}
            maxLength={METADATA_NAME_LENGTH}
            value={column.name}
            onChange={(event) => onChange({ to: 'metadata', name: event.currentTarget.value })}
          />
        )}
      </span>
    </li>
  );
}
