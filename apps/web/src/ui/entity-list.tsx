import type { ReactElement, ReactNode } from 'react';
import { Button, EmptyState, TextInput, type ButtonProps } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import classes from './entity-list.module.css';

interface AddButtonProps extends ButtonProps {
  /** Path of the page that creates an entity. Missing: `onClick` is called instead. */
  to?: string;
  onClick?: () => void;
}

/** Button beside the title of a list, with which the user creates an entity. */
export function AddButton({ to, ...button }: AddButtonProps) {
  const icon = <IconPlus size={16} />;
  if (to === undefined) return <Button leftSection={icon} {...button} />;
  return <Button component={Link} to={to} leftSection={icon} {...button} />;
}

interface ListProps {
  label: string;
  /** Rows: `<li>` elements, such as `EntityLink`. */
  children: ReactNode;
}

export function List({ label, children }: ListProps) {
  return (
    <ul className={classes.list} aria-label={label}>
      {children}
    </ul>
  );
}

interface EntityListProps<Entity> extends Omit<ListProps, 'children'> {
  entities: Entity[];
  /** Shown if there are no entities. */
  empty: { icon: ReactElement; title: string; text?: string };
  children: (entity: Entity) => ReactNode;
}

/** List of entities, or a message if there are none. */
export function EntityList<Entity>({ label, entities, empty, children }: EntityListProps<Entity>) {
  if (entities.length === 0) {
    return <EmptyState icon={empty.icon} title={empty.title} description={empty.text} />;
  }
  return <List label={label}>{entities.map(children)}</List>;
}

/** A row that links to the page of its entity. `className` lays out its cells. */
export function EntityLink({
  to,
  className = '',
  children,
}: {
  to: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <li>
      <Link to={to} className={`${classes.row} ${className}`}>
        {children}
      </Link>
    </li>
  );
}

/** Lists of at least this many entities have a search field. */
const SEARCH_FROM = 8;

interface ListSearchProps {
  /** Number of all entities, including those that do not match the search. */
  count: number;
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** Search field for a long list; renders nothing for a short one. */
export function ListSearch({ count, label, value, onChange }: ListSearchProps) {
  if (count < SEARCH_FROM) return null;
  return (
    <TextInput
      className={classes.search}
      leftSection={<IconSearch size={15} />}
      placeholder={label}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
