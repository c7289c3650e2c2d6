import sys

from ._cli import YouTubeTranscriptCli

print(YouTubeTranscriptCli(sys.argv[1:]).run())
