/* The items of a `DropdownMenu`, in a file of their own: an open menu can wait for them, a page cannot. */
import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { type ComponentProps, type ReactNode, use } from 'react';
import { MenuContext } from './dropdown-menu.tsx';
import { Slot } from './slot.tsx';

const ITEM = clsx(
  'flex min-h-10 w-full select-none items-center gap-3 rounded-md px-3 py-2 text-left pointer-coarse:min-h-11',
  'focus-visible:-outline-offset-2 disabled:cursor-not-allowed disabled:opacity-50',
  '[&_svg]:size-5 [&_svg]:shrink-0',
);

type MenuItemProps = Omit<ComponentProps<'button'>, 'onClick' | 'role'> & {
  /** Called when the menu has closed and the focus is back on its button. */
  onSelect?: () => void;
  tone?: 'default' | 'destructive';
  /** The only child, for example a router's link, becomes the item. */
  asChild?: boolean;
};

export function MenuItem({ onSelect, tone = 'default', asChild, className, ...props }: MenuItemProps) {
  const close = use(MenuContext);
  const Component = asChild ? Slot : 'button';
  return (
    <Component
      {...(asChild ? {} : { type: 'button' })}
      {...props}
      role="menuitem"
      tabIndex={-1}
      onClick={() => {
        close();
        onSelect?.();
      }}
      className={clsx(
        ITEM,
        tone === 'destructive'
          ? 'text-destructive-text not-disabled:hover:bg-destructive-soft not-disabled:focus:bg-destructive-soft'
          : 'not-disabled:hover:bg-sunken not-disabled:focus:bg-sunken',
        className,
      )}
    />
  );
}

type MenuRadioGroupProps<Value extends string> = {
  label: string;
  value: Value;
  onValueChange: (value: Value) => void;
  options: readonly { value: Value; label: ReactNode; lang?: string }[];
};

/** One of several choices, such as the language or the theme. */
export function MenuRadioGroup<Value extends string>({
  label,
  value,
  onValueChange,
  options,
}: MenuRadioGroupProps<Value>) {
  const close = use(MenuContext);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed inside a menu.
    <div role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="menuitemradio"
          aria-checked={option.value === value}
          lang={option.lang}
          tabIndex={-1}
          onClick={() => {
            close();
            onValueChange(option.value);
          }}
          className={clsx(ITEM, 'hover:bg-sunken focus:bg-sunken')}
        >
          <span className="flex min-w-0 flex-1 items-center gap-3">{option.label}</span>
          {option.value === value && <Check aria-hidden="true" />}
        </button>
      ))}
    </div>
  );
}

/** A line that is not an action: a name or a group's title. */
export function MenuLabel({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={clsx('px-3 py-2 text-ink-muted text-sm', className)}>{children}</div>;
}

export function MenuSeparator() {
  return <hr className="-mx-1 my-1 border-hairline" />;
}
