import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import type { SelectedContacts } from '../../lib/feature';

/** Goes on to the form with those who are selected in the list of contacts. */
export default function ExportSelected({ selected }: { selected: SelectedContacts }) {
  const navigate = useNavigate();
  useEffect(() => void navigate('/exports/contacts', { state: selected }), [navigate, selected]);
  return null;
}
