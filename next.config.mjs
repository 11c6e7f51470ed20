/** @type {import("next").NextConfig} */
const config = {
  skipTrailingSlashRedirect: true,
  poweredByHeader: false,
  agentRules: false,
  experimental: { agentUpgrade: false },
};

export default config;
