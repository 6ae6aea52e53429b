import Glibc

do {
  try Options(Array(CommandLine.arguments.dropFirst())).run { print($0) }
} catch {
  let message = Array("\(error.message)\n".utf8)
  // If even this fails, no message is possible.
  _ = write(STDERR_FILENO, message, message.count)
  exit(1)
}
