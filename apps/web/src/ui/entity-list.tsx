import type { ReactElement, ReactNode } from 'react';
import { Button, EmptyState, TextInput, type ButtonProps } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import classes from './entity-list.module.css';

interface AddButtonProps extends ButtonProps {
  /** The page that creates; or `onClick`. */
  to?: string;
  onClick?: () => void;
}

/** Beside the title of a list: creates an entity. */
export function AddButton({ to, ...button }: AddButtonProps) {
  const icon = <IconPlus size={16} />;
  if (to === undefined) return <Button leftSection={icon} {...button} />;
  return <Button component={Link} to={to} leftSection={icon} {...button} />;
}

interface ListProps {
  label: string;
  /** Rows: `<li>`s, such as `EntityLink`. */
  children: ReactNode;
}

/** Rows under each other. */
export function List({ label, children }: ListProps) {
  return (
    <ul className={classes.list} aria-label={label}>
      {children}
    </ul>
  );
}

interface EntityListProps<Entity> extends Omit<ListProps, 'children'> {
  entities: Entity[];
  /** Shown where there is none. */
  empty: { icon: ReactElement; title: string; text?: string };
  children: (entity: Entity) => ReactNode;
}

/** The rows of all entities, or that there is none. */
export function EntityList<Entity>({ label, entities, empty, children }: EntityListProps<Entity>) {
  if (entities.length === 0) {
    return <EmptyState icon={empty.icon} title={empty.title} description={empty.text} />;
  }
  return <List label={label}>{entities.map(children)}</List>;
}

/** A row that leads to the page of its entity. `className` lays out its cells. */
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

/** A list of this many is long enough to search. */
const SEARCH_FROM = 8;

interface ListSearchProps {
  /** Entities that there are, found or not. */
  count: number;
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** The field over a long list that says which of it to show. */
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
