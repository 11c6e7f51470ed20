# Reads YAML files with Ruby's own loader, as a second opinion for the tests of the formats: each line of the input is a
# file in base64, each line of the output is what stands in it, with the type before each value that is no text.

require "base64"
require "json"
require "yaml"

def plain(value)
  case value
  when Hash then value.to_h { |key, inner| [key.to_s, plain(inner)] }
  when Array then value.map { |inner| plain(inner) }
  when String then value
  else { "type" => value.class.name, "value" => value.inspect }
  end
end

STDIN.each_line do |line|
  text = Base64.decode64(line).force_encoding("UTF-8")
  answer =
    begin
      { "read" => plain(YAML.unsafe_load(text)) }
    rescue StandardError, SyntaxError => error
      { "error" => error.message }
    end
  puts JSON.generate(answer)
end
