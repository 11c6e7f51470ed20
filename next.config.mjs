/** @type {import("next").NextConfig} */
const config = {
  skipTrailingSlashRedirect: true,
  poweredByHeader: false,
  agentRules: false,
  // `npm run types` checks them; who starts Loquat does not wait for it.
  typescript: { ignoreBuildErrors: true },
  // What draws pictures: a native module and two of WebAssembly, which find their files beside them.
  serverExternalPackages: ["@resvg/resvg-js", "harfbuzzjs", "woff2-encoder"],
  turbopack: {
    resolveAlias: {
      "@codemirror/language": "./app/ui/editor/core/no-languages.ts",
      "@lezer/common": "./app/ui/editor/core/no-languages.ts",
    },
  },
  experimental: {
    agentUpgrade: false,
    // Writing it takes a third of a build, and saves a twelfth of the next one.
    turbopackFileSystemCacheForBuild: false,
    // Nobody reads them: the server runs without, and browsers are sent none.
    turbopackSourceMaps: false,
    // Files are uploaded by forms too; the domain has the last word on their size.
    serverActions: { bodySizeLimit: "52mb" },
    proxyClientMaxBodySize: "52mb",
  },
};

export default config;
