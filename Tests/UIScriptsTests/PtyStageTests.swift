import Testing
import UIScripts

/// The toy of `ToyApp` again, as a terminal program. It draws by hand without ncurses, and answers
/// a sync as the real program does.
private let toyProgram = #"""
  #!/usr/bin/perl
  use strict;
  $| = 1;
  my ($clock, @rest);
  while (@ARGV) {
    my $word = shift @ARGV;
    if ($word eq "--vault") { shift @ARGV }
    elsif ($word eq "--clock") { $clock = shift @ARGV }
    else { push @rest, $word }
  }
  if (!defined $clock) { print join("+", @rest), "\n"; print STDERR "$ENV{NOTES_TUI_VAULT}" =~
    m{home/notes$} ? "" : "no vault"; exit 0 }
  my ($hour, $minute) = $clock =~ / (\d+):(\d+)/;
  my ($count, $typed, @stack) = (0, join(",", @rest), "Counter");
  sub draw {
    print "\e[H\e[0m\e[2J\e[0;1;38;5;231;48;5;24mcount: $count\e[2;1H\e[0;2;32m$typed";
    print "\e[0m\e[3;1H", $hour + 0, ":", $minute + 0, ":0";
    printf "\e[2;%dH", length($typed) + 1;
  }
  system("stty", "raw", "-echo");
  print "\e[?1049h\e[?1h";
  draw();
  my $input = "";
  while (sysread(STDIN, my $bytes, 4096)) {
    $input .= $bytes;
    while (length $input) {
      if ($input =~ s/^\e\[\?7707;(\d+)n//) {
        draw();
        print "\e]7707;$1;idle|", join(" %3E ", @stack), "|\a";
      }
      elsif ($input =~ s/^\eOA//) { $count++ }
      elsif ($input =~ s/^\e(?=\e)//) { pop @stack }
      elsif ($input =~ /^\e/) { last }
      elsif ($input =~ s/^\r//) { push @stack, "Detail" }
      elsif ($input =~ s/^\x11//) { print "\e[?1049l"; exit 0 }
      elsif ($input =~ s/^\x18//) { print "\e[?1049lout of luck\n"; exit 3 }
      elsif ($input =~ s/^\x07//) { $input = ""; sysread(STDIN, $bytes, 1) while 1 }
      elsif ($input =~ s/^\x0b//) { kill 9, $$ }
      elsif ($input =~ s/^(.)//s) { $typed .= $1 eq "Z" ? "zz" : $1 }
    }
  }
  """#

@MainActor
@Suite("Playing on a pseudo-terminal")
struct PtyStageTests {
  private let folder = ScriptFolder()

  private func play(_ text: String, driver: String) async throws -> (String, Int32) {
    let program = try folder.write(toyProgram, to: "toy", mode: 0o755)
    let file = try folder.write(text, to: "toy.script")
    let (output, _, code) = await ScriptCommand.run(
      arguments: [file, "--driver", driver], host: .toys(binary: program))
    return (output.replacing("\(folder.path)/", with: ""), code)
  }

  @Test(
    "A script that passes on the fake terminal passes on a pseudo-terminal, frame by frame",
    arguments: ["pty", "both"],
    [
      "press Up*3\nexpect \"count: 3\"\nstyle 1:1 role=title\nstyle 2:1 plain",
      "size 12x3\nstart ab\nscreen\n|count: 0    |\n|ab          |\n|9:0:0       |\ncursor 2:3",
      "type \"tea\"\npress Enter\nmodules \"Counter > Detail\"\npress Esc\nmodules \"Counter\"",
      "clock 2026-03-02 10:11\nexpect \"10:11:0\"",
      "press C-q\nexit 0",
      "press C-x\nexit 3\nstart\nexpect \"count: 0\"",
      "size 12x3\npress a\nsize 20x4\nexpect \"a                   \"",
      "note a.md \"x\"\nfile a.md \"x\"\nrun list tags -> \"list+tags\\n\"",
    ])
  func passes(driver: String, text: String) async throws {
    let (output, code) = try await play(text, driver: driver)
    #expect(output == "1 passed, 0 failed, 0 skipped\n")
    #expect(code == 0)
  }

  @Test("Frames that differ fail the script, and both are shown with the row marked")
  func framesDiffer() async throws {
    let (output, code) = try await play("size 9x3\npress a Z", driver: "both")
    #expect(code == 1)
    #expect(
      output == """
        FAILED toy.script:2: press a Z
          the frames differ at 2:2 in text: "Z", "z"
          on fake:
            |count: 0 |
          > |aZ       |
            |9:0:0    |
          on pty:
            |count: 0 |
          > |azz      |
            |9:0:0    |
        0 passed, 1 failed, 0 skipped

        """)
  }

  @Test(
    "The end of the program is reported with its exit code and its last message",
    arguments: [
      ("press C-x\nexpect \"x\"", "the app has ended with code 3, saying: out of luck"),
      ("press C-k\nexit 0", "the app has ended with code 137"),
    ])
  func ending(text: String, reason: String) async throws {
    let (output, code) = try await play(text, driver: "pty")
    #expect(code == 1)
    #expect(output.contains(reason), "\(output)")
  }

  @Test(
    "A program that does not become idle fails the step, and is ended", arguments: ["pty", "fake"])
  func neverIdle(driver: String) async throws {
    let program = try folder.write(toyProgram, to: "toy", mode: 0o755)
    let file = try folder.write("size 9x3\npress C-g", to: "toy.script")
    var host = ScriptHost.toys(binary: program)
    host.patience = .milliseconds(300)
    let (output, _, code) = await ScriptCommand.run(
      arguments: [file, "--driver", driver], host: host)
    #expect(code == 1)
    #expect(output.contains("toy.script:2: press C-g\n  the app did not become idle within 0.3 s"))
    #expect(output.contains("|count: 0 |"))
  }

  @Test("A script that changes the clock is skipped on a pty, and runs on the fake terminal")
  func turnsTheClock() async throws {
    let (skipped, code) = try await play("press a\ntick 1s", driver: "pty")
    #expect(skipped == "skipped toy.script: turns the clock\n0 passed, 0 failed, 1 skipped\n")
    #expect(code == 0)
    let (played, _) = try await play("press a\ntick 1s\nexpect \"9:0:1\"", driver: "both")
    #expect(played == "1 passed, 0 failed, 0 skipped\n")
  }

  @Test("A missing program is reported")
  func noProgram() async throws {
    let file = try folder.write("press a", to: "toy.script")
    let (output, _, code) = await ScriptCommand.run(
      arguments: [file, "--driver", "pty"], host: .toys())
    #expect(code == 1)
    #expect(output.contains("could not start /nonexistent/notes-tui"))
  }
}
