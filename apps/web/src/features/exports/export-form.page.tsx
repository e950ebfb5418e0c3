import { useState } from 'react';
import { Button, Checkbox, Group, PasswordInput, SegmentedControl, Stack, Switch } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router-dom';
import { exportFormats, exportKinds, type ExportField, type ExportKind } from '@parley/contracts/api/exports';
import { DateField } from '@parley/ui/date-field';
import { FormFooter } from '@parley/ui/form-footer';
import { Loadable } from '@parley/ui/loadable';
import { SettingsPage, SettingsSection } from '@parley/ui/settings-page';
import type { SelectedContacts } from '../../lib/feature';
import { useFormats } from '../../lib/format';
import { errorText } from '../../lib/i18n';
import { codeOf } from '../../lib/problem';
import { toastFailure, toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { initialForm, requestOf, selectionOf, type ExportForm } from './export-form';
import { countQuery, fieldsQuery, useBeginExport } from './exports-api';
import classes from './exports.module.css';
import { FilterFields } from './filter-fields';

/** Form that starts an export. */
export function Component() {
  const { kind: asked } = useParams();
  const kind = exportKinds.find((known) => known === asked);
  return kind ? <FormPage key={kind} kind={kind} /> : <Navigate to="/exports" replace />;
}

function FormPage({ kind }: { kind: ExportKind }) {
  const { t } = useTranslation();
  const fields = useQuery(fieldsQuery(kind));
  return (
    <SettingsPage
      title={t(`exports.exportKind.${kind}`)}
      intro={t(`exports.about.${kind}`)}
      back={{ to: '/exports', label: t('exports.title') }}
    >
      <Loadable query={fields} failed={t('exports.failed')}>
        {(known) => <Form kind={kind} known={known} />}
      </Loadable>
    </SettingsPage>
  );
}

function Form({ kind, known }: { kind: ExportKind; known: ExportField[] }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const selected = useLocation().state as SelectedContacts | null;
  const [form, setForm] = useState(() => initialForm(kind, selected, new Date()));
  const begin = useBeginExport();
  const change = (changed: Partial<ExportForm>) => setForm({ ...form, ...changed });
  const usual = known.filter(({ isUsual }) => isUsual).map(({ name }) => name);
  const fields = form.fields ?? usual;
  const isShort = form.password !== '' && form.password.length < 8;
  const submit = () =>
    begin.mutate(requestOf(kind, form, fields), {
      onSuccess: () => {
        toastMessage(t('exports.begun'));
        void navigate('/exports');
      },
      onError: (error) => toastFailure(error, t('exports.error.title')),
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (fields.length > 0 && !isShort) submit();
      }}
    >
      <SettingsSection title={t('exports.period')}>
        <div className={classes.pair}>
          <DateField
            label={t('exports.from')}
            value={form.from}
            max={form.to || undefined}
            clearable={kind === 'contacts'}
            onChange={(from) => change({ from })}
          />
          <DateField
            label={t('exports.to')}
            value={form.to}
            min={form.from || undefined}
            clearable={kind === 'contacts'}
            onChange={(to) => change({ to })}
          />
        </div>
      </SettingsSection>
      <SettingsSection title={t('exports.filters')}>
        <Stack gap={12}>
          <FilterFields
            kind={kind}
            filter={form.filter}
            selected={selected}
            onChange={(changed) => change({ filter: { ...form.filter, ...changed } })}
          />
        </Stack>
      </SettingsSection>
      <SettingsSection title={t('exports.fields')}>
        <Fields
          known={known}
          chosen={fields}
          usual={usual}
          onChange={(chosen) => change({ fields: chosen })}
        />
      </SettingsSection>
      <SettingsSection title={t('exports.format')}>
        <Format kind={kind} form={form} isShort={isShort} onChange={change} />
      </SettingsSection>
      <FormFooter>
        <Count kind={kind} form={form} />
        <Button type="submit" loading={begin.isPending} disabled={fields.length === 0 || isShort}>
          {t('exports.begin')}
        </Button>
      </FormFooter>
    </form>
  );
}

interface FieldsProps {
  known: ExportField[];
  chosen: string[];
  usual: string[];
  onChange: (names: string[]) => void;
}

/** Lets the user choose the columns of the file; they are always in the order of `known`. */
function Fields({ known, chosen, usual, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const all = known.map(({ name }) => name);
  const toggle = (name: string) =>
    onChange(all.filter((other) => (other === name ? !chosen.includes(name) : chosen.includes(other))));
  return (
    <>
      <Group gap={8} mb={8}>
        <Button variant="subtle" size="compact-sm" onClick={() => onChange(usual)}>
          {t('exports.usual')}
        </Button>
        <Button variant="subtle" size="compact-sm" onClick={() => onChange(all)}>
          {t('exports.all')}
        </Button>
      </Group>
      <div className={classes.fields} role="group" aria-label={t('exports.fields')}>
        {known.map(({ name, label }) => (
          <Checkbox
            key={name}
            label={label ?? t(`exports.field.${name as 'name'}`)}
            checked={chosen.includes(name)}
            onChange={() => toggle(name)}
          />
        ))}
      </div>
      {chosen.length === 0 && <p role="alert">{t('exports.fieldsNone')}</p>}
    </>
  );
}

interface FormatProps {
  kind: ExportKind;
  form: ExportForm;
  isShort: boolean;
  onChange: (changed: Partial<ExportForm>) => void;
}

function Format({ kind, form, isShort, onChange }: FormatProps) {
  const { t } = useTranslation();
  const toggle = (name: 'withNotes' | 'withFiles' | 'isZipped') => (
    <Switch
      label={t(`exports.${name}`)}
      checked={form[name]}
      onChange={({ currentTarget }) => onChange({ [name]: currentTarget.checked })}
    />
  );
  return (
    <Stack gap={12} align="flex-start">
      <SegmentedControl
        aria-label={t('exports.format')}
        value={form.format}
        onChange={(format) => onChange({ format: format })}
        data={exportFormats.map((value) => ({ value, label: t(`exports.formatOf.${value}`) }))}
      />
      {kind === 'messages' && toggle('withNotes')}
      {kind === 'messages' && toggle('withFiles')}
      {toggle('isZipped')}
      <PasswordInput
        w="100%"
        maw={360}
        label={t('exports.password')}
        description={t('exports.passwordHint')}
        autoComplete="new-password"
        maxLength={100}
        visibilityToggleButtonProps={{ 'aria-label': t('exports.showTyped') }}
        value={form.password}
        error={isShort ? t('exports.passwordShort') : undefined}
        onChange={({ currentTarget }) => onChange({ password: currentTarget.value })}
      />
    </Stack>
  );
}

/** Shows how many rows the export would have now, or the reason why it cannot start. */
function Count({ kind, form }: { kind: ExportKind; form: ExportForm }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const [settled] = useDebouncedValue(form, 300);
  const { data, error, isPending } = useQuery(countQuery(selectionOf(kind, settled)));
  if (error) return <span role="alert">{errorText(codeOf(error))}</span>;
  return (
    <span role="status" className={classes.dimmed}>
      {isPending || !data
        ? t('exports.counting')
        : t(`exports.count.${kind}`, { count: data.count, formatted: number(data.count) })}
    </span>
  );
}
