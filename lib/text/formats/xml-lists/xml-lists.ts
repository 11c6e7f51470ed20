import type { FormatOptions } from "../kernel/format";
import { escapeXmlAttribute } from "../kernel/xml/escape";
import { FIELD, type XmlTree } from "../kernel/xml/tree";
import { keyedXmlFormat, type NewString } from "./keyed";

const flagsAttribute = ({ flags }: NewString): string =>
  flags === "" ? "" : ` weblate-flags="${escapeXmlAttribute(flags)}"`;

const RESX_SKELETON = `<?xml version="1.0" encoding="utf-8"?>
<root>
  <resheader name="resmimetype">
    <value>text/microsoft-resx</value>
  </resheader>
  <resheader name="version">
    <value>2.0</value>
  </resheader>
  <resheader name="reader">
    <value>System.Resources.ResXResourceReader, System.Windows.Forms, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089</value>
  </resheader>
  <resheader name="writer">
    <value>System.Resources.ResXResourceWriter, System.Windows.Forms, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089</value>
  </resheader>
</root>
`;

/** .NET resources. Data of a type, and names that designer tools keep for themselves, are no texts. */
const resx = keyedXmlFormat(
  { id: "resx", name: ".NET resource file", masks: ["*.resx", "*.resw"], extension: "resx", codeStyle: "bcp" },
  {
    root: () => "root",
    keyOf: () => (tree, node) => {
      if (tree.local(node) !== "data") return undefined;
      if (tree.attribute(node, "type") !== undefined || tree.attribute(node, "mimetype") !== undefined)
        return undefined;
      const name = tree.attributeValue(node, "name");
      return name.startsWith(">>") || name.startsWith("$") ? undefined : name;
    },
    placeOf: (tree, node) => {
      const value = tree.child(node, "value");
      return value === 0 ? undefined : { node: value };
    },
    noteOf: (tree, node) => tree.flatText(tree.child(node, "comment")).trim(),
    texts: ["value", "comment"],
    compose: (fresh, _sample, _options, lead, inner) => {
      const note = fresh.note === "" ? "" : `${inner}<comment>${fresh.note}</comment>`;
      return `<data name="${escapeXmlAttribute(fresh.key)}" xml:space="preserve"${flagsAttribute(fresh)}>${inner}<value>${fresh.xml}</value>${note}${lead}</data>`;
    },
    skeleton: () => RESX_SKELETON,
  },
);

const param = (options: FormatOptions, name: string, fallback: string): string => {
  const value = options.params[name];
  return typeof value === "string" && /^[A-Za-z_][\w.-]{0,100}$/.test(value) ? value : fallback;
};

/** One element for each string, under a root; three parameters rename root, element and attribute. */
const flatxml = keyedXmlFormat(
  { id: "flatxml", name: "Flat XML file", masks: ["*.xml"], extension: "xml", codeStyle: "posix" },
  {
    root: (options) => param(options, "flatxml_root_name", "root"),
    keyOf: (options) => {
      const [name, key] = [param(options, "flatxml_value_name", "str"), param(options, "flatxml_key_name", "key")];
      return (tree, node) => (tree.name(node) === name ? tree.attribute(node, key) : undefined);
    },
    placeOf: (_tree, node) => ({ node }),
    compose: (fresh, _sample, options) => {
      const name = param(options, "flatxml_value_name", "str");
      const key = param(options, "flatxml_key_name", "key");
      return `<${name} ${key}="${escapeXmlAttribute(fresh.key)}"${flagsAttribute(fresh)}>${fresh.xml}</${name}>`;
    },
    skeleton: (options) => {
      const root = param(options, "flatxml_root_name", "root");
      return `<?xml version="1.0" encoding="utf-8"?>\n<${root}>\n</${root}>\n`;
    },
  },
);

/** Whether an attribute is named `Key`, whatever its prefix. */
const isKey = (name: string): boolean => name === "x:Key" || /^(?:[\w.-]{1,100}:)?Key$/.test(name);

/** The key of an element; undefined when it has none. */
function xamlKey(tree: XmlTree, node: number): string | undefined {
  const end = tree.firstField(node + 1);
  for (let at = tree.firstField(node); at < end; at += FIELD) if (isKey(tree.fieldName(at))) return tree.value(at);
  return undefined;
}

/** Strings of a XAML dictionary. */
const resourcedictionary = keyedXmlFormat(
  {
    id: "resourcedictionary",
    name: "XAML resource dictionary",
    masks: ["*.xaml"],
    extension: "xaml",
    codeStyle: "bcp_legacy",
  },
  {
    root: () => "ResourceDictionary",
    texts: ["String"],
    keyOf: () => (tree, node) => (tree.local(node) === "String" ? xamlKey(tree, node) : undefined),
    placeOf: (_tree, node) => ({ node }),
    compose: (fresh, sample) => {
      const name = sample?.name ?? "system:String";
      const key = sample?.attributes.find(({ name: attribute }) => isKey(attribute))?.name ?? "x:Key";
      return `<${name} ${key}="${escapeXmlAttribute(fresh.key)}"${flagsAttribute(fresh)}>${fresh.xml}</${name}>`;
    },
    skeleton: () => `<ResourceDictionary xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation"
                    xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml"
                    xmlns:system="clr-namespace:System;assembly=mscorlib">
</ResourceDictionary>
`,
  },
);

/** Texts of WiX installers, in the content of elements or in an attribute; strings come with the installer's code. */
const wxl = keyedXmlFormat(
  { id: "wxl", name: "WiX localization file", masks: ["*.wxl"], extension: "wxl", codeStyle: "bcp", fixed: true },
  {
    root: () => "WixLocalization",
    texts: ["String"],
    keyOf: () => (tree, node) => (tree.local(node) === "String" ? tree.attributeValue(node, "Id") : undefined),
    placeOf: (tree, node) => (tree.attribute(node, "Value") === undefined ? { node } : { node, attribute: "Value" }),
    compose: (fresh) => `<String Id="${escapeXmlAttribute(fresh.key)}">${fresh.xml}</String>`,
    skeleton: () => undefined,
    keepsStrings: true,
    language: "Culture",
  },
);

export const xmlLists = [resx, flatxml, resourcedictionary, wxl];
