import type { FileFormat, FormatOptions } from "./format";
import { attributeValue, childOf, flatText, localName } from "./xml-edit";
import { keyedXmlFormat, type NewString } from "./xml-keyed";
import { attributeOf, escapeXmlAttribute, type XmlElement } from "./xml-scanner";

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
    keyOf: (element) => {
      if (localName(element) !== "data" || attributeOf(element, "type") || attributeOf(element, "mimetype"))
        return undefined;
      const name = attributeValue(element, "name");
      return /^(?:>>|\$)/.test(name) ? undefined : name;
    },
    placeOf: (element) => {
      const value = childOf(element, "value");
      return value && { element: value };
    },
    noteOf: (text, element) => {
      const comment = childOf(element, "comment");
      return comment ? flatText(text, comment.children).trim() : "";
    },
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
    keyOf: (element, options) => {
      if (element.name !== param(options, "flatxml_value_name", "str")) return undefined;
      return attributeOf(element, param(options, "flatxml_key_name", "key"))?.value;
    },
    placeOf: (element) => ({ element }),
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

/** The attribute of an element that is named `Key`, whatever its prefix. */
const keyAttribute = (element: XmlElement) =>
  element.attributes.find(({ name }) => /^(?:[\w.-]{1,100}:)?Key$/.test(name));

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
    keyOf: (element) => (localName(element) === "String" ? keyAttribute(element)?.value : undefined),
    placeOf: (element) => ({ element }),
    compose: (fresh, sample) => {
      const name = sample?.name ?? "system:String";
      const key = (sample && keyAttribute(sample)?.name) ?? "x:Key";
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
    keyOf: (element) => (localName(element) === "String" ? attributeValue(element, "Id") : undefined),
    placeOf: (element) => (attributeOf(element, "Value") ? { element, attribute: "Value" } : { element }),
    compose: (fresh) => `<String Id="${escapeXmlAttribute(fresh.key)}">${fresh.xml}</String>`,
    skeleton: () => undefined,
    keepsStrings: true,
    language: "Culture",
  },
);

export const xmlLists: readonly FileFormat[] = [resx, flatxml, resourcedictionary, wxl];
