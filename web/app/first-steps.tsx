import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useNavigate } from 'react-router';
import { useRoomFor } from '#web/call/plan.ts';
import { query } from '#web/call/query.ts';
import { AdminFirstSteps } from '../features/dashboard/admin-first-steps.tsx';
import { useEmployeeDialogs } from '../features/employees/use-employee-dialogs.tsx';
import { usePathTo } from '../i18n/language.ts';
import { useLazyDialog } from '../loading/lazy-dialog.tsx';

const loadLocation = async () => (await import('../features/locations/location-dialog.tsx')).LocationDialog;

type FirstStepsProps = Pick<ComponentProps<typeof AdminFirstSteps>, 'stats' | 'locations'>;

/** The first steps with the dialogs they open; a new location leads to its poster, and that to the people. */
export function FirstSteps(props: FirstStepsProps) {
  const navigate = useNavigate();
  const pathTo = usePathTo();
  useQuery(query('getSubscriptionStatus'));
  const ifRoomFor = useRoomFor();
  const location = useLazyDialog(loadLocation);
  const employees = useEmployeeDialogs();
  const toPoster = ({ id }: { id: string }) => navigate(`${pathTo('locationPoster', { id })}?next=people`);
  return (
    <>
      <AdminFirstSteps
        {...props}
        onAddLocation={() =>
          ifRoomFor('locations', () => location.open({ location: undefined, onAdded: toPoster }))
        }
        onAddPerson={() => ifRoomFor('employees', () => employees.edit())}
      />
      {location.dialog}
      {employees.dialogs}
    </>
  );
}
