import { Field, type FieldTexts } from "./field";
import { type Choice, Select } from "./select";

/** More choices than this are found by typing. */
const MOST_LISTED = 40;

/** One of what there is, by name, or nothing: a list of choices, or a field that offers them while typing when there are many. */
export function PickField({
  choices,
  none,
  value,
  placeholder,
  ...field
}: FieldTexts & {
  choices: readonly Choice[];
  /** What leaving it empty means. */
  none: string;
  value: string;
  placeholder?: string;
}) {
  const known = value === "" || choices.some((choice) => choice.value === value);
  if (choices.length <= MOST_LISTED && choices.length > 0 && !field.error) {
    const listed = [{ value: "", label: none }, ...(known ? [] : [{ value, label: value }]), ...choices];
    return <Select {...field} choices={listed} defaultValue={value} />;
  }
  const list = `${field.name}-choices`;
  return (
    <div className="min-w-0">
      <Field
        {...field}
        defaultValue={value}
        placeholder={placeholder ?? none}
        list={list}
        autoComplete="off"
        dir="auto"
      />
      <datalist id={list}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </datalist>
    </div>
  );
}
